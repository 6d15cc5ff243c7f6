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

/** Makes an existing account a coach, by its email. */
export const AddCoachForm = () => {
  const form = useSchemaForm(emailRequestSchema, { email: '' });
  const grant = useSubmission({
    send: (body: z.infer<typeof emailRequestSchema>) => callRoute(adminRoutes.grantCoach, { body }),
    failure: 'Failed to add the coach',
    changes: everyRead,
    onDone: ({ full_name }) => {
      form.reset();
      showToast({ type: 'success', title: 'Coach added', description: `${full_name} is a coach now.` });
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <Card p={{ base: '4', md: '5' }}>
      <form noValidate aria-label="Add a coach" onSubmit={form.handleSubmit(grant.submit)}>
        <Stack gap="4">
          <Heading size="md">Add a Coach</Heading>
          <HStack align="start" wrap="wrap" gap="4">
            <Stack flex="1 1 18rem" maxWidth="28rem">
              <TextField
                label="Email"
                type="email"
                autoComplete="off"
                required
                hint="Of an account that has verified its email and logged in at least once. Its family stays as it is."
                error={form.formState.errors.email?.message}
                {...form.register('email')}
              />
            </Stack>
            <Button type="submit" disabled={grant.isPending} mt={{ sm: '8' }}>
              {grant.isPending ? 'Adding...' : 'Add Coach'}
            </Button>
          </HStack>
        </Stack>
      </form>
    </Card>
  );
};
