import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useEffect } from 'react';

interface PictureProps extends HTMLChakraProps<'img'> {
  readonly src: string;
  /** What the picture shows, for those who do not see it; a blank one is warned about (NTF-16). */
  readonly alt: string;
}

/** A picture that carries meaning. Decoration is inline SVG with `aria-hidden`. */
export const Picture = ({ alt, ...image }: PictureProps) => {
  useEffect(() => {
    if (alt.trim() === '') console.warn(`The image ${image.src} has no alt text`);
  }, [alt, image.src]);
  return <chakra.img alt={alt} display="block" objectFit="cover" decoding="async" {...image} />;
};
