import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { Button } from '../../components/button.tsx';
import { controlStyles } from '../../components/control-styles.ts';
import { submitLocally } from '../../lib/forms/local-form.ts';

const submit = submitLocally({ log: 'Newsletter form', title: 'Thank you for signing up!' });

/** The newsletter form (PUB-22, PUB-28 to PUB-31). */
export const Newsletter = () => {
  const id = useId();
  return (
    <form method="dialog" onSubmit={submit}>
      <chakra.label htmlFor={id} display="block" fontWeight="semibold" mb="2">
        News about new classes, by email
      </chakra.label>
      <HStack gap="2" wrap="wrap">
        <EmailInput
          id={id}
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          required
        />
        <Button type="submit" variant="accent">
          Subscribe
        </Button>
      </HStack>
    </form>
  );
};

const EmailInput = chakra('input', {
  base: { ...controlStyles, flex: '1 1 11rem', minWidth: '0', width: 'auto' },
});
