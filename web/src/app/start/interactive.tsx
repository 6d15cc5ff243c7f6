import { useEffect } from 'react';

const { promise, resolve } = Promise.withResolvers<void>();

/** Settles when the first screen is on the page and takes what its visitor does. */
export const awake: Promise<void> = promise;

/** Belongs beside the screen, to be on the page when it is: a built page is taken over part by part. */
export const Awake = () => {
  useEffect(resolve, []);
  return null;
};
