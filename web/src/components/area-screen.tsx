import { Stack } from '@chakra-ui/react/stack';
import type { PropsWithChildren } from 'react';
import { usePageTitle } from '../lib/pages/page-title.ts';
import { Heading } from './heading.tsx';

/** A screen of the parent or admin area, with its title. */
export const AreaScreen = ({ title, children }: PropsWithChildren<{ readonly title: string }>) => {
  usePageTitle(title);
  return (
    <Stack gap="6">
      <Heading as="h1" size="xl">
        {title}
      </Heading>
      {children}
    </Stack>
  );
};
