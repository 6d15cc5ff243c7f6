// Only what is re-exported here is bundled when boot.ts imports it dynamically.
export { createRoot, hydrateRoot } from 'react-dom/client';
