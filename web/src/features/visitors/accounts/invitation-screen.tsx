import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { acceptCoachInvitationSchema, accountRoutes } from '#shared/accounts/routes';
import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { Button } from '../../../components/controls.tsx';
import { PhoneField, TextField } from '../../../components/fields.tsx';
import { LoadFailure, Skeleton } from '../../../components/loading.tsx';
import { Heading, Screen } from '../../../components/screen.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { isNotFound } from '../../../lib/api/api-error.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { signIn } from '../../../lib/sign-in/auth.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { InvalidInvitation, WithAccount } from './invitation-parts.tsx';
import { NewPasswordField } from './password-fields.tsx';

/** The page of an invitation to be a coach. Opening it changes nothing (COA-01). */
export const CoachInvitationScreen = () => (
  <Screen pageTitle="Coach with us" maxWidth="34rem">
    <Stack gap="5" py="6" aria-live="polite">
      <Heading as="h1" size="xl">
        Coach with us
      </Heading>
      <Invitation />
    </Stack>
  </Screen>
);

/** Read on each visit: an invitation ends, is used or is withdrawn at any time. */
const invitationQuery = (link: string) =>
  queryOptions({
    ...routeQuery(
      accountRoutes.getCoachInvitation,
      { body: { token: link } },
      'Failed to load the invitation',
    ),
    staleTime: 0,
    gcTime: 0,
  });

const Invitation = () => {
  const link = useLocation().hash.slice(1);
  if (!useIsHydrated()) return <Skeleton height="56" borderRadius="xl" />;
  if (link === '')
    return <InvalidInvitation text="This link does not work. Please open it from the email again." />;
  return <LinkedInvitation link={link} />;
};

const LinkedInvitation = ({ link }: { readonly link: string }) => {
  const { data, error, isPending, refetch } = useQuery(invitationQuery(link));
  if (isPending) return <Skeleton height="56" borderRadius="xl" />;
  if (isNotFound(error)) return <InvalidInvitation text={error?.message ?? ''} />;
  if (!data) return <LoadFailure onRetry={() => void refetch()} />;
  return (
    <>
      <Text fontSize="lg">
        {brand.name} invites {data.email} to be a coach. You will see your sessions on your phone, and mark
        who came.
      </Text>
      {data.has_account ? (
        <WithAccount
          page={paths.coachInvitationLink(link)}
          accept={() => callRoute(accountRoutes.acceptMyCoachInvitation, { body: { token: link } })}
          done="You are a coach now"
          area={paths.coach}
        />
      ) : (
        <NewCoachForm link={link} email={data.email} onRefused={() => void refetch()} />
      )}
    </>
  );
};

interface LinkProps {
  readonly link: string;
}

const formSchema = z.omit(acceptCoachInvitationSchema, { token: true });

/** Opens the account of the invited address, and logs in. */
const NewCoachForm = ({
  link,
  email,
  onRefused,
}: LinkProps & { readonly email: string; readonly onRefused: () => void }) => {
  const navigate = useNavigate();
  const form = useSchemaForm(formSchema, { full_name: '', phone_number: '', password: '' });
  const field = fieldsOf(form);
  const accepting = useSubmission({
    send: async (person: z.infer<typeof formSchema>) => {
      await callRoute(accountRoutes.acceptCoachInvitation, { body: { token: link, ...person } });
      return signIn(email, { password: person.password });
    },
    failure: 'Failed to accept the invitation',
    onDone: ({ status }) => {
      showToast({ type: 'success', title: 'You are a coach now' });
      navigate(status === 'signedIn' ? paths.coach : paths.login, { replace: true });
    },
    onFailed: (error) => {
      showIssues(error, form.setError);
      // The address may have an account by now, or the invitation may be over.
      onRefused();
    },
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(accepting.submit)}>
      <Stack gap="4">
        <TextField label="Email" type="email" autoComplete="username" readOnly value={email} />
        <TextField label="Full Name" autoComplete="name" required {...field('full_name')} />
        <PhoneField required {...field('phone_number')} />
        <NewPasswordField {...field('password')} />
        <Button type="submit" size="lg" variant="accent" disabled={accepting.isPending}>
          {accepting.isPending ? 'Accepting...' : 'Accept'}
        </Button>
      </Stack>
    </form>
  );
};
