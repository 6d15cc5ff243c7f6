import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { programmes } from '#shared/programmes';
import type { ClassSummary } from '#shared/schemas/class';
import { Picture } from './picture.tsx';
import { ProgrammePicture } from './programme-picture.tsx';

interface ClassPictureProps extends Omit<HTMLChakraProps<'img'>, 'src' | 'alt'> {
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'image_url'>;
}

/** The picture of a class; without one, or when it does not load, the illustration of its programme (DAT-06). */
export const ClassPicture = ({ cls, ...image }: ClassPictureProps) => {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (!cls.image_url || cls.image_url === failedUrl) {
    return <ProgrammePicture programme={cls.class_type} {...image} />;
  }
  return (
    <Picture
      src={cls.image_url}
      alt={`${programmes[cls.class_type].name} at ${cls.venue}`}
      loading="lazy"
      width="full"
      bg="bg.subtle"
      onError={() => setFailedUrl(cls.image_url)}
      {...image}
    />
  );
};
