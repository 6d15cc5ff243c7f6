import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { programmes } from '#shared/programmes';
import type { ClassSummary, ClassType } from '#shared/schemas/class';
import { Picture } from './picture.tsx';
import eliteballerz from './programme/eliteballerz.svg';
import juniorballerz from './programme/juniorballerz.svg';
import miniballerz from './programme/miniballerz.svg';

const illustrations: Record<ClassType, { src: string; alt: string }> = {
  miniballerz: { src: miniballerz, alt: 'A smiling ball bounces past two cones' },
  juniorballerz: { src: juniorballerz, alt: 'Three shirts on a pitch pass the ball to each other' },
  eliteballerz: { src: eliteballerz, alt: 'A curved shot flies into the top corner of the goal' },
};

interface ClassPictureProps extends Omit<HTMLChakraProps<'img'>, 'src' | 'alt'> {
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'image_url'>;
}

/** A class's own picture, else the illustration of its programme (DAT-06). */
export const ClassPicture = ({ cls, ...image }: ClassPictureProps) => {
  const picture = cls.image_url
    ? { src: cls.image_url, alt: `${programmes[cls.class_type].name} at ${cls.venue}` }
    : illustrations[cls.class_type];
  return <Picture {...picture} width="full" bg={`programme.${cls.class_type}.solid`} {...image} />;
};
