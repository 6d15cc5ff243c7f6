// A dynamic import of this file bundles only these two functions.
export { createRoot, hydrateRoot } from 'react-dom/client';
