// Only what is re-exported here is bundled when boot.ts imports it dynamically.
export { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
