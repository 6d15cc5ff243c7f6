import { HStack, Stack } from '@chakra-ui/react/stack';
import type * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { emailRequestSchema } from '#shared/schemas/email';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';

/** Grants the admin role to an existing account, by its email. */
export const GrantForm = () => {
  const form = useSchemaForm(emailRequestSchema, { email: '' });
  const grant = useSubmission({
    send: (body: z.infer<typeof emailRequestSchema>) => callRoute(adminRoutes.grantAdmin, { body }),
    failure: 'Failed to grant the admin role',
    changes: everyRead,
    onDone: ({ full_name }) => {
      form.reset();
      showToast({
        type: 'success',
        title: 'Admin role granted',
        description: `${full_name} is an administrator now.`,
      });
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <Card p={{ base: '4', md: '5' }}>
      <form noValidate aria-label="Add an admin" onSubmit={form.handleSubmit(grant.submit)}>
        <Stack gap="4">
          <Heading size="md">Add an Admin</Heading>
          <HStack align="start" wrap="wrap" gap="4">
            <Stack flex="1 1 18rem" maxWidth="28rem">
              <TextField
                label="Email"
                type="email"
                autoComplete="off"
                required
                hint="Of an account that has verified its email and logged in at least once."
                error={form.formState.errors.email?.message}
                {...form.register('email')}
              />
            </Stack>
            <Button type="submit" disabled={grant.isPending} mt={{ sm: '8' }}>
              {grant.isPending ? 'Granting...' : 'Grant Admin Role'}
            </Button>
          </HStack>
        </Stack>
      </form>
    </Card>
  );
};
