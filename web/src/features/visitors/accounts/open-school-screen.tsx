import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { acceptAdminInvitationSchema, accountRoutes } from '#shared/accounts/routes';
import { brand } from '#shared/brand';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { TextField } from '../../../components/fields.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError, isNotFound } from '../../../lib/api/api-error.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { signIn } from '../../../lib/sign-in/auth.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { InvalidInvitation, WithAccount } from './invitation-parts.tsx';

/** Opening the page changes nothing (SCH-01). */
export const OpenSchoolScreen = () => (
  <Screen pageTitle="Open your school" maxWidth="[34rem]">
    <Stack gap="5" py="6" aria-live="polite">
      <Heading as="h1" size="xl">
        Open your school
      </Heading>
      <Invitation />
    </Stack>
  </Screen>
);

/** Each visit reads it, because a link can end, be used or be replaced at any time. */
const invitationQuery = (link: string) =>
  queryOptions({
    ...routeQuery(
      accountRoutes.getAdminInvitation,
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
    return <InvalidInvitation text="This link does not work. Please open it again, as a whole." />;
  return <LinkedInvitation link={link} />;
};

interface LinkProps {
  readonly link: string;
}

const LinkedInvitation = ({ link }: LinkProps) => {
  const { data, error, isPending, refetch } = useQuery(invitationQuery(link));
  // The link does not know whether the typed address has an account.
  const [hasAccount, setHasAccount] = useState(false);
  if (isPending) return <Skeleton height="56" borderRadius="xl" />;
  if (isNotFound(error)) return <InvalidInvitation text={error?.message ?? ''} />;
  if (!data) return <LoadFailure onRetry={() => void refetch()} />;
  return (
    <>
      <Text fontSize="lg">
        {data.opens_school
          ? `You will be the first administrator of ${brand.name}: you see and change everything.`
          : `${brand.name} invites ${data.email} to be an administrator: you see and change everything.`}
      </Text>
      {data.has_account || hasAccount ? (
        <WithAccount
          page={paths.openSchoolLink(link)}
          accept={() => callRoute(accountRoutes.acceptMyAdminInvitation, { body: { token: link } })}
          done="You are an administrator now"
          area={paths.admin}
        />
      ) : (
        <AdministratorForm
          link={link}
          email={data.email}
          onHasAccount={() => setHasAccount(true)}
          onRefused={() => void refetch()}
        />
      )}
    </>
  );
};

const formSchema = z.omit(acceptAdminInvitationSchema, { token: true });

interface FormProps extends LinkProps {
  /** Null where the person types it. */
  readonly email: string | null;
  readonly onHasAccount: () => void;
  readonly onRefused: () => void;
}

/** Where the role needs two-step login, its area begins with the set-up. */
const AdministratorForm = ({ link, email, onHasAccount, onRefused }: FormProps) => {
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError } = useSchemaForm(formSchema, {
    email: email ?? '',
    full_name: '',
    password: '',
  });
  const { errors } = formState;
  const accepting = useSubmission({
    send: async (person: z.infer<typeof formSchema>) => {
      await callRoute(accountRoutes.acceptAdminInvitation, { body: { token: link, ...person } });
      return signIn(person.email, { password: person.password });
    },
    failure: 'Failed to open the account',
    onDone: ({ status }) => {
      showToast({ type: 'success', title: 'You are an administrator now' });
      navigate(status === 'signedIn' ? paths.admin : paths.login, { replace: true });
    },
    onFailed: (error) => {
      showIssues(error, setError);
      if (error instanceof ApiError && error.code === 'invitationHasAccount') onHasAccount();
      else onRefused();
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit(accepting.submit)}>
      <Stack gap="4">
        <TextField
          label="Full Name"
          autoComplete="name"
          required
          error={errors.full_name?.message}
          {...register('full_name')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          readOnly={email !== null}
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${limits.passwordMinLength} characters`}
          required
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" size="lg" colorPalette="accent" disabled={accepting.isPending}>
          {accepting.isPending ? 'Opening...' : 'Open your school'}
        </Button>
      </Stack>
    </form>
  );
};
