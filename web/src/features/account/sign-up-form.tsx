import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import { answeredHealth } from '#shared/domain/children/health';
import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import { Button } from '../../components/button.tsx';
import { ChildEntry } from '../../components/child-entry.tsx';
import { ChildFields } from '../../components/child-fields.tsx';
import { Heading } from '../../components/heading.tsx';
import { PhoneField } from '../../components/phone-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { keyOf, useSignUp } from './use-sign-up.ts';

interface SignUpFormProps {
  readonly onDone: (email: string) => void;
}

type SignUp = ReturnType<typeof useSignUp>;

/** Creates an account with its children (AUT-14 to AUT-19). Two forms, so that Enter adds a child in the second one. */
export const SignUpForm = ({ onDone }: SignUpFormProps) => {
  const formId = useId();
  const signUp = useSignUp(onDone);
  return (
    <Stack gap="7">
      <form id={formId} noValidate onSubmit={signUp.signUp}>
        <AccountFields {...signUp} />
      </form>
      <Children {...signUp} />
      <Button type="submit" form={formId} size="lg" variant="accent" disabled={signUp.isPending}>
        {signUp.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </Stack>
  );
};

const AccountFields = ({ account: { register, formState } }: Pick<SignUp, 'account'>) => {
  const { full_name, email, phone_number, password } = formState.errors;
  return (
    <Stack gap="4">
      <TextField
        label="Full Name"
        autoComplete="name"
        required
        error={full_name?.message}
        {...register('full_name')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={email?.message}
        {...register('email')}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <PhoneField required error={phone_number?.message} {...register('phone_number')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${limits.passwordMinLength} characters`}
          required
          error={password?.message}
          {...register('password')}
        />
      </SimpleGrid>
    </Stack>
  );
};

const Children = ({ child, notesLeftOut, children, childrenError, addChild, removeChild }: SignUp) => {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Stack gap="4" borderTopWidth="1px" borderColor="border" pt="6">
        <Heading id={headingId} size="md">
          Your Children
        </Heading>
        {notesLeftOut && (
          <Text role="status" color="warning.fg">
            This page was loaded again. For privacy it keeps no medical notes: please enter them again. Remove
            a child that is on the list already, and add it with its note.
          </Text>
        )}
        {children.length > 0 && (
          <Stack as="ul" gap="3" listStyleType="none">
            {children.map((entry, at) => (
              <ChildEntry
                key={keyOf(entry)}
                child={{ ...entry, ...answeredHealth(entry, instantOf(new Date())) }}
                onRemove={() => removeChild(at)}
              />
            ))}
          </Stack>
        )}
        <form noValidate onSubmit={addChild}>
          <Stack gap="4">
            <ChildFields form={child} />
            <Button type="submit" variant="outline" alignSelf="start">
              Add Child
            </Button>
          </Stack>
        </form>
        {childrenError && (
          <Text role="alert" color="danger.fg" fontWeight="medium">
            {childrenError}
          </Text>
        )}
      </Stack>
    </section>
  );
};
