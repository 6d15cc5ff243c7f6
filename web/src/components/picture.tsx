import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useEffect } from 'react';

interface PictureProps extends HTMLChakraProps<'img'> {
  readonly src: string;
  /** A blank text is warned about in the console (NTF-16). */
  readonly alt: string;
}

/** An image with meaning. Decorations are inline SVG with `aria-hidden`. */
export const Picture = ({ alt, ...image }: PictureProps) => {
  useEffect(() => {
    if (alt.trim() === '') console.warn(`The image ${image.src} has no alt text`);
  }, [alt, image.src]);
  return <chakra.img alt={alt} display="block" objectFit="cover" decoding="async" {...image} />;
};
