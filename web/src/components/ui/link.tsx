import { createPart } from './style-props.tsx';

/** At least 44 px tall. `asChild` styles a link of the router. */
export const Link = createPart('a', 'link');
