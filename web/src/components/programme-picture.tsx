import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { ProgrammeId } from '#shared/programmes';
import { Picture } from './picture.tsx';
import eliteballerz from './programme/eliteballerz.svg';
import juniorballerz from './programme/juniorballerz.svg';
import miniballerz from './programme/miniballerz.svg';

const illustrations: Record<ProgrammeId, { src: string; alt: string }> = {
  miniballerz: { src: miniballerz, alt: 'A smiling ball bounces past two cones' },
  juniorballerz: { src: juniorballerz, alt: 'Three shirts on a pitch pass the ball to each other' },
  eliteballerz: { src: eliteballerz, alt: 'A curved shot flies into the top corner of the goal' },
};

interface ProgrammePictureProps extends Omit<HTMLChakraProps<'img'>, 'src' | 'alt'> {
  readonly programme: ProgrammeId;
}

/** The illustration of a programme. */
export const ProgrammePicture = ({ programme, ...image }: ProgrammePictureProps) => (
  <Picture {...illustrations[programme]} width="full" bg={`programme.${programme}.solid`} {...image} />
);
