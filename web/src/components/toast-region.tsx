import { Box } from '@chakra-ui/react/box';
import { Portal } from '@chakra-ui/react/portal';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { Toast, Toaster } from '@chakra-ui/react/toast';
import { useEffect } from 'react';
import { resolveRegionMounted, toaster } from '../lib/toasts/toaster.ts';
import { Button } from './controls.tsx';

const recipe = defineSlotRecipe({
  slots: ['root', 'title', 'description', 'indicator', 'closeTrigger', 'actionTrigger'],
  base: {
    root: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      width: '24rem',
      maxWidth: 'calc(100vw - 2rem)',
      ps: '4',
      pe: '1.5',
      py: '2',
      borderRadius: 'lg',
      borderWidth: '1px',
      borderInlineStartWidth: '6px',
      borderColor: 'brand.solid',
      bg: 'bg.surface',
      color: 'fg',
      boxShadow: 'raised',
      overflowWrap: 'anywhere',
      '&[data-type=error]': { borderColor: 'danger.solid' },
      '&[data-state=open]': { _motionSafe: { animation: 'rise 200ms ease-out' } },
      '&[data-state=closed]': { opacity: '0', transition: 'opacity 160ms' },
    },
    title: { fontWeight: 'bold', lineHeight: 'heading' },
    description: { lineHeight: 'heading', mt: '0.5' },
    indicator: {
      flexShrink: '0',
      boxSize: '6',
      color: 'brand.fg',
      '[data-type=error] &': { color: 'danger.fg' },
    },
    closeTrigger: {
      flexShrink: '0',
      boxSize: 'touch',
      display: 'grid',
      placeItems: 'center',
      borderRadius: 'full',
      cursor: 'pointer',
      _icon: { boxSize: '5' },
      _hover: { bg: 'bg.subtle' },
    },
  },
});

/** Renders toasts and announces them to screen readers: beside the site, which an open dialog hides from them. */
export const ToastRegion = () => {
  useEffect(resolveRegionMounted, []);
  return (
    <Portal>
      <Toaster toaster={toaster}>
        {(toast) => (
          <Toast.Root recipe={recipe}>
            <Toast.Indicator />
            <Box flex="1" py="1.5">
              <Toast.Title>{toast.title}</Toast.Title>
              {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
            </Box>
            {toast.action && (
              <Toast.ActionTrigger asChild>
                <Button variant="outline" size="compact">
                  {toast.action.label}
                </Button>
              </Toast.ActionTrigger>
            )}
            <Toast.CloseTrigger aria-label="Close" />
          </Toast.Root>
        )}
      </Toaster>
    </Portal>
  );
};
