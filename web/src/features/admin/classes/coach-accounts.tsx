import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { CheckBox } from '../../../components/check-box.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { coachesQuery } from '../coaches/coaches-query.ts';
import type { ClassForm } from './use-class-form.ts';

/**
 * Who coaches a class: the accounts that see its sessions and mark who came (COA-02). The public reads the name above. An
 * account that is no coach any more is left out with the next change.
 */
export const CoachAccounts = ({ form }: { readonly form: ClassForm }) => {
  const { data } = useQuery(coachesQuery);
  const chosen = useWatch({ control: form.control, name: 'coach_ids' });
  const coaches = data?.coaches ?? [];
  const toggle = (id: string): void => {
    const known = coaches.filter((coach) => chosen.includes(coach.id)).map((coach): string => coach.id);
    const next = known.includes(id) ? known.filter((other) => other !== id) : [...known, id];
    form.setValue('coach_ids', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const error = form.formState.errors.coach_ids?.message;
  return (
    <chakra.fieldset minWidth="0">
      <chakra.legend fontWeight="bold" mb="1">
        Coaches’ accounts
      </chakra.legend>
      <Stack gap="1">
        <Text fontSize="sm" color="fg.muted">
          They see the sessions of this class on their phones and mark who came.
        </Text>
        {coaches.map(({ id, full_name }) => (
          <CheckBox key={id} checked={chosen.includes(id)} onChange={() => toggle(id)}>
            {full_name}
          </CheckBox>
        ))}
        {data && coaches.length === 0 && (
          <Text fontSize="sm">
            No account is a coach yet.{' '}
            <TextLink asChild>
              <Link to={paths.adminCoaches}>Add a coach</Link>
            </TextLink>
          </Text>
        )}
        {error && (
          <Text role="alert" color="fg.error">
            {error}
          </Text>
        )}
      </Stack>
    </chakra.fieldset>
  );
};
