// Only what is re-exported here is bundled of `react-dom/client`.
export { createRoot, hydrateRoot } from 'react-dom/client';
