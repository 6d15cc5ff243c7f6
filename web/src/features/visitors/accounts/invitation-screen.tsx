import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { adultRoutes, type InvitationProof } from '#shared/accounts/adult-routes';
import { acceptCoachInvitationSchema, accountRoutes } from '#shared/accounts/routes';
import { brand, reachUs } from '#shared/brand';
import type { RouteResponse } from '#shared/contract/route';
import { phoneNumberSchema } from '#shared/families/profile-input';
import { formatDate } from '#shared/lib/format';
import { listed } from '#shared/lib/text';
import { calendarDateSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { PhoneField, TextField } from '../../../components/fields.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError, isNotFound } from '../../../lib/api/api-error.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { signIn } from '../../../lib/sign-in/auth.ts';
import { useSignIn } from '../../../lib/sign-in/sign-in.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { InvalidInvitation, WithAccount } from './invitation-parts.tsx';
import { NewPasswordField } from './password-fields.tsx';

const formSchema = z.omit(acceptCoachInvitationSchema, { token: true });

type Known = RouteResponse<typeof adultRoutes.proveAdultInvitation>;

/** The reader's proof that the family is known, and the office's data to confirm (BHF-02). */
interface Proved {
  readonly proof: InvitationProof;
  readonly known: Known;
}

interface Invited {
  readonly email: string;
  readonly has_account: boolean;
  readonly asks?: RouteResponse<typeof adultRoutes.getAdultInvitation>['asks'];
}

interface Kind<Data extends Invited> {
  readonly title: string;
  readonly text: (data: Data, known: Known | undefined) => string;
  readonly page: (link: string) => string;
  readonly read: (link: string) => Promise<Data>;
  readonly acceptMine: (token: string, proof: InvitationProof | undefined) => Promise<unknown>;
  readonly accept: (
    body: { readonly token: string } & z.infer<typeof formSchema>,
    proof: InvitationProof | undefined,
  ) => Promise<unknown>;
  readonly done: string;
  readonly area: string;
}

const coaching: Kind<RouteResponse<typeof accountRoutes.getCoachInvitation>> = {
  title: 'Coach with us',
  text: ({ email }) =>
    `${brand.name} invites ${email} to be a coach. You will see your sessions on your phone, and mark who came.`,
  page: paths.coachInvitationLink,
  read: (token) => callRoute(accountRoutes.getCoachInvitation, { body: { token } }),
  acceptMine: (token) => callRoute(accountRoutes.acceptMyCoachInvitation, { body: { token } }),
  accept: (body) => callRoute(accountRoutes.acceptCoachInvitation, { body }),
  done: 'You are a coach now',
  area: paths.coach,
};

const secondAdult: Kind<RouteResponse<typeof adultRoutes.getAdultInvitation>> = {
  title: 'Join your family',
  text: ({ email, invited_by, asks }, known) => {
    if (known) {
      const children = known.children.map(
        ({ name, date_of_birth }) => `${name} (born ${formatDate(date_of_birth)})`,
      );
      const then =
        children.length > 0 ? 'tell us afterwards what coaches should know' : 'add your children next';
      return `${brand.name} knows ${email} as the address of ${known.full_name}, with ${listed(children) || 'no children yet'}. Check it, choose a password, and ${then}. Please ${reachUs} if something is wrong.`;
    }
    return asks
      ? `${brand.name} invites ${email} to a login for your family: to book, move and cancel, and to see payments and waiting lists.`
      : `${invited_by} invites ${email} to look after the same children with a login of your own: to book, move and cancel, and to see payments and waiting lists.`;
  },
  page: paths.adultInvitationLink,
  read: (token) => callRoute(adultRoutes.getAdultInvitation, { body: { token } }),
  acceptMine: (token, proof) => callRoute(adultRoutes.acceptMyAdultInvitation, { body: { token, proof } }),
  accept: (body, proof) => callRoute(adultRoutes.acceptAdultInvitation, { body: { ...body, proof } }),
  done: 'You see the same family now',
  area: paths.parent,
};

const InvitationScreen = <Data extends Invited>({ kind }: { readonly kind: Kind<Data> }) => (
  <Screen pageTitle={kind.title} maxWidth="[34rem]">
    <Stack gap="5" py="6" aria-live="polite">
      <Heading as="h1" size="xl">
        {kind.title}
      </Heading>
      <Invitation kind={kind} />
    </Stack>
  </Screen>
);

/** Opening the page changes nothing (COA-01). */
export const CoachInvitationScreen = () => <InvitationScreen kind={coaching} />;

/** Opening the page changes nothing (ADT-01). */
export const AdultInvitationScreen = () => <InvitationScreen kind={secondAdult} />;

const Invitation = <Data extends Invited>({ kind }: { readonly kind: Kind<Data> }) => {
  const link = useLocation().hash.slice(1);
  if (!useIsHydrated()) return <Skeleton height="56" borderRadius="xl" />;
  if (link === '')
    return <InvalidInvitation text="This link does not work. Please open it from the email again." />;
  return <LinkedInvitation kind={kind} link={link} />;
};

const LinkedInvitation = <Data extends Invited>({
  kind,
  link,
}: {
  readonly kind: Kind<Data>;
  readonly link: string;
}) => {
  // Each visit reads it, because an invitation can end, be used or be withdrawn at any time.
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [kind.title, link],
    queryFn: () => kind.read(link),
    meta: { failure: 'Failed to load the invitation', access: 'public', service: 'account' },
    staleTime: 0,
    gcTime: 0,
  });
  const [proved, setProved] = useState<Proved>();
  const text = useRef<HTMLParagraphElement>(null);
  const isSignedIn = useSignIn().status === 'signedIn';
  if (isPending) return <Skeleton height="56" borderRadius="xl" />;
  if (isNotFound(error)) return <InvalidInvitation text={error?.message ?? ''} />;
  if (!data) return <LoadFailure onRetry={() => void refetch()} />;
  const { email, has_account, asks } = data;
  /** @param next undefined asks again */
  const goOn = (next: Proved | undefined) => {
    setProved(next);
    // The focused form was removed.
    text.current?.focus();
  };
  const onRefused = (failed: unknown) => {
    if (isProofWrong(failed)) goOn(undefined);
    // The address may have an account by now, or the invitation may be over.
    void refetch();
  };
  // A login opens the page again: asking before it would ask twice.
  const isAsked = asks && !proved && (isSignedIn || !has_account);
  return (
    <>
      <Text ref={text} tabIndex={-1} outline="none" fontSize="lg">
        {kind.text(data, proved?.known)}
      </Text>
      {isAsked && <ProofForm token={link} asks={asks} onProved={goOn} onRefused={onRefused} />}
      {!isAsked && has_account && (
        <WithAccount
          page={kind.page(link)}
          accept={() => kind.acceptMine(link, proved?.proof)}
          done={kind.done}
          area={kind.area}
          onRefused={onRefused}
        />
      )}
      {!isAsked && !has_account && (
        <NewAccountForm
          email={email}
          known={proved?.known}
          accept={(person) => kind.accept({ token: link, ...person }, proved?.proof)}
          done={kind.done}
          area={kind.area}
          onRefused={onRefused}
        />
      )}
    </>
  );
};

const isProofWrong = (failed: unknown): failed is ApiError =>
  failed instanceof ApiError && failed.code === 'invitationProofWrong';

const proofForms = {
  'date-of-birth': {
    schema: z.object({
      answer: z.pipe(z.string().check(z.minLength(1, 'Please enter a date of birth')), calendarDateSchema),
    }),
    label: 'Date of Birth of One of Your Children',
    proofOf: (answer: string): InvitationProof => ({ date_of_birth: calendarDateSchema.parse(answer) }),
  },
  phone: {
    schema: z.object({ answer: phoneNumberSchema }),
    label: 'Phone Number of Your Family',
    proofOf: (answer: string): InvitationProof => ({ phone_number: answer }),
  },
};

interface ProofFormProps {
  readonly token: string;
  readonly asks: NonNullable<Invited['asks']>;
  readonly onProved: (proved: Proved) => void;
  readonly onRefused: (failed: unknown) => void;
}

/** Whoever reads the family's mailbox sees nothing of it before an answer that only the family knows (FID-09). */
const ProofForm = ({ token, asks, onProved, onRefused }: ProofFormProps) => {
  const { schema, label, proofOf } = proofForms[asks];
  const form = useSchemaForm(schema, { answer: '' });
  const field = fieldsOf(form);
  const proving = useSubmission({
    send: async ({ answer }: { readonly answer: string }) => {
      const proof = proofOf(answer);
      const known = await callRoute(adultRoutes.proveAdultInvitation, { body: { token, ...proof } });
      return { proof, known };
    },
    failure: 'Failed to check the answer',
    onDone: onProved,
    onFailed: (failed) => {
      if (isProofWrong(failed)) form.setError('answer', { message: failed.message }, { shouldFocus: true });
      else onRefused(failed);
    },
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(proving.submit)}>
      <Stack gap="4">
        <Text>
          Others may read this mailbox. So please answer a question before you see anything of your family.
        </Text>
        {asks === 'phone' ? (
          <PhoneField label={label} required {...field('answer')} />
        ) : (
          <TextField label={label} type="date" required {...field('answer')} />
        )}
        <Button type="submit" size="lg" colorPalette="accent" disabled={proving.isPending}>
          {proving.isPending ? 'Checking...' : 'Continue'}
        </Button>
      </Stack>
    </form>
  );
};

interface NewAccountFormProps {
  readonly email: string;
  readonly known: Known | undefined;
  readonly accept: (person: z.infer<typeof formSchema>) => Promise<unknown>;
  readonly done: string;
  readonly area: string;
  readonly onRefused: (failed: unknown) => void;
}

const NewAccountForm = ({ email, known, accept, done, area, onRefused }: NewAccountFormProps) => {
  const navigate = useNavigate();
  const form = useSchemaForm(formSchema, {
    full_name: known?.full_name ?? '',
    phone_number: known?.phone_number ?? '',
    password: '',
  });
  const field = fieldsOf(form);
  const accepting = useSubmission({
    send: async (person: z.infer<typeof formSchema>) => {
      await accept(person);
      return signIn(email, { password: person.password });
    },
    failure: 'Failed to accept the invitation',
    onDone: ({ status }) => {
      showToast({ type: 'success', title: known ? 'Your login is ready' : done });
      const next = known ? paths.parentProfile : area;
      navigate(status === 'signedIn' ? next : paths.login, { replace: true });
    },
    onFailed: (error) => {
      showIssues(error, form.setError);
      onRefused(error);
    },
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(accepting.submit)}>
      <Stack gap="4">
        <TextField label="Email" type="email" autoComplete="username" readOnly value={email} />
        <TextField label="Full Name" autoComplete="name" required {...field('full_name')} />
        <PhoneField required {...field('phone_number')} />
        <NewPasswordField {...field('password')} />
        <Button type="submit" size="lg" colorPalette="accent" disabled={accepting.isPending}>
          {accepting.isPending ? 'Accepting...' : 'Accept'}
        </Button>
      </Stack>
    </form>
  );
};
