// A module of ours, so that only what the site uses of the library is in its chunk.
export { createRoot, hydrateRoot } from 'react-dom/client';
