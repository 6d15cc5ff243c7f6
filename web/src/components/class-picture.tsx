import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { programmes } from '#shared/programmes';
import type { ClassSummary } from '#shared/schemas/class';
import { Picture } from './picture.tsx';
import { ProgrammePicture } from './programme-picture.tsx';

interface ClassPictureProps extends Omit<HTMLChakraProps<'img'>, 'src' | 'alt'> {
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'image_url'>;
}

/** The picture of a class, else the illustration of its programme (DAT-06). */
export const ClassPicture = ({ cls, ...image }: ClassPictureProps) =>
  cls.image_url ? (
    <Picture
      src={cls.image_url}
      alt={`${programmes[cls.class_type].name} at ${cls.venue}`}
      loading="lazy"
      width="full"
      bg="bg.subtle"
      {...image}
    />
  ) : (
    <ProgrammePicture programme={cls.class_type} {...image} />
  );
