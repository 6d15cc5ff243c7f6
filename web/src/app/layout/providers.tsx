import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect } from 'react';
import { createQueryClient, forgetPersonalData } from '../../lib/api/query-client.ts';
import { watchSession } from '../../lib/session/auth.ts';
import { onSessionChange } from '../../lib/session/session.ts';
import { system } from '../theme/system.ts';

const queryClient = createQueryClient();

/** Design system, data cache and session for everything below. */
export const Providers = ({ children }: PropsWithChildren) => {
  useEffect(watchSession, []);
  useEffect(() => onSessionChange(() => forgetPersonalData(queryClient)), []);
  return (
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ChakraProvider>
  );
};
