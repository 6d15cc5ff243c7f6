import { type PropsWithChildren, StrictMode } from 'react';
import { Providers } from './providers.tsx';

/** What is around every screen, in the browser and where pages are built. */
export const Site = ({ children }: PropsWithChildren) => (
  <StrictMode>
    <Providers>{children}</Providers>
  </StrictMode>
);
