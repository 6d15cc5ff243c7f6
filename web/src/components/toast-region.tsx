import { Portal } from '@chakra-ui/react/portal';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { Toast, Toaster } from '@chakra-ui/react/toast';
import { useEffect } from 'react';
import { system } from '../app/theme/system.ts';
import { resolveRegionMounted, toaster } from '../lib/toasts/toaster.ts';
import { Box } from './ui/box.tsx';
import { Button } from './ui/button.tsx';

/** The toasts are beside the site, because an open dialog hides the site from screen readers. */
export const ToastRegion = () => {
  useEffect(resolveRegionMounted, []);
  return (
    <ChakraProvider value={system}>
      <Portal>
        <Toaster toaster={toaster}>
          {(toast) => (
            <Toast.Root>
              <Toast.Indicator />
              <Box flex="1" py="1.5">
                <Toast.Title>{toast.title}</Toast.Title>
                {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
              </Box>
              {toast.action && (
                <Toast.ActionTrigger asChild>
                  <Button variant="outline" size="sm">
                    {toast.action.label}
                  </Button>
                </Toast.ActionTrigger>
              )}
              <Toast.CloseTrigger aria-label="Close" />
            </Toast.Root>
          )}
        </Toaster>
      </Portal>
    </ChakraProvider>
  );
};
