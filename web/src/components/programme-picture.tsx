import { type ComponentProps, useEffect } from 'react';
import type { ProgrammeId } from '#shared/programmes';
import { css, cx } from '#styled-system/css';
import eliteballerz from './programme/eliteballerz.svg';
import juniorballerz from './programme/juniorballerz.svg';
import miniballerz from './programme/miniballerz.svg';

interface PictureProps extends ComponentProps<'img'> {
  readonly src: string;
  /** The console warns about a blank text (NTF-16). */
  readonly alt: string;
}

const picture = css({ objectFit: 'cover' });

/** Only for images with a meaning. Decorations are inline SVG with `aria-hidden`. */
export const Picture = ({ alt, className, ...image }: PictureProps) => {
  useEffect(() => {
    if (alt.trim() === '') console.warn(`The image ${image.src} has no alt text`);
  }, [alt, image.src]);
  return <img alt={alt} decoding="async" {...image} className={cx(picture, className)} />;
};

const illustrations: Record<ProgrammeId, { src: string; alt: string }> = {
  miniballerz: { src: miniballerz, alt: 'A smiling ball bounces past two cones' },
  juniorballerz: { src: juniorballerz, alt: 'Three shirts on a pitch pass the ball to each other' },
  eliteballerz: { src: eliteballerz, alt: 'A curved shot flies into the top corner of the goal' },
};

interface ProgrammePictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  readonly programme: ProgrammeId;
}

export const ProgrammePicture = ({ programme, className, ...image }: ProgrammePictureProps) => (
  <Picture
    {...illustrations[programme]}
    {...image}
    className={cx(css({ colorPalette: `programme.${programme}`, bg: 'colorPalette.solid' }), className)}
  />
);
