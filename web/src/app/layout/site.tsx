import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { type PropsWithChildren, StrictMode, useEffect } from 'react';
import { createQueryClient, forgetPersonalData } from '../../lib/api/query-client.ts';
import { watchSession } from '../../lib/session/auth.ts';
import { onSessionChange } from '../../lib/session/session.ts';
import { system } from '../theme/system.ts';

const queryClient = createQueryClient();

/** Provides design system, query cache and session to every page, in the browser and while prerendering. */
export const Site = ({ children }: PropsWithChildren) => {
  useEffect(watchSession, []);
  useEffect(() => onSessionChange(() => forgetPersonalData(queryClient)), []);
  return (
    <StrictMode>
      <ChakraProvider value={system}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ChakraProvider>
    </StrictMode>
  );
};
