import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { type ParentDetails, parentRoutes, type SameFamily } from '#shared/families/admin-routes';
import { namesOf } from '#shared/lib/names';
import { paths } from '#shared/paths';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { orMissing } from '../cells.tsx';
import { ConfirmByPassword } from '../confirm-by-password.tsx';
import { ConfirmChange, useFocusOnceGone } from '../dialogs.tsx';

const reasonTexts: Readonly<Record<SameFamily['reason'], string>> = namesOf({
  phone: 'has the same phone number',
  child: 'has a child of the same name and date of birth',
});

/** The office joins a similar family with this one, or says that it is another (FID-11). */
export const SameFamilies = ({ profile, ...details }: Pick<ParentDetails, 'profile' | 'same'>) => {
  const navigate = useNavigate();
  const [keyOf] = useState(attemptKeys);
  const [joining, setJoining] = useState<SameFamily>();
  const [parting, setParting] = useState<SameFamily>();
  const parentId = profile.id;
  const full_name = orMissing(profile.full_name);
  const same = details.same.map((other) => ({ ...other, full_name: orMissing(other.full_name) }));
  const section = useFocusOnceGone<HTMLDivElement>(same.length);
  return (
    <Stack ref={section} tabIndex={-1} outline="none" gap="0" _print={{ display: 'none' }}>
      {same.length > 0 && (
        <Stack as="section" aria-labelledby="same-families" gap="3">
          <Heading id="same-families" size="md">
            May be the same family
          </Heading>
          <Stack as="ul" aria-labelledby="same-families" gap="3" listStyleType="none">
            {same.map((other) => (
              <HStack as="li" key={other.id} wrap="wrap" justify="space-between" gap="2">
                <Text overflowWrap="anywhere">
                  <Link asChild>
                    <RouterLink to={paths.adminParent(other.id)}>{other.full_name}</RouterLink>
                  </Link>{' '}
                  {other.is_joining
                    ? 'is being joined with this family, which was interrupted. Press “Join” to complete it.'
                    : `${reasonTexts[other.reason]}.`}
                </Text>
                <HStack wrap="wrap" gap="2">
                  <Button
                    type="button"
                    variant="outline"
                    size="sm"
                    aria-label={`Join with ${other.full_name}`}
                    onClick={() => setJoining(other)}
                  >
                    Join
                  </Button>
                  {!other.is_joining && (
                    <Button
                      type="button"
                      variant="outline"
                      size="sm"
                      aria-label={`Another family: ${other.full_name}`}
                      onClick={() => setParting(other)}
                    >
                      Another Family
                    </Button>
                  )}
                </HStack>
              </HStack>
            ))}
          </Stack>
        </Stack>
      )}
      <ConfirmByPassword
        of={joining}
        title={(other) => `Join ${full_name} and ${other.full_name}?`}
        action={['Join', 'Joining...']}
        colorPalette="danger"
        send={({ id: other_id }) =>
          callRoute(parentRoutes.joinFamilies, {
            params: { parentId },
            body: { other_id },
            idempotencyKey: keyOf({ parentId, other_id }),
          })
        }
        failure="Failed to join the families"
        done={{ title: 'The families are one now' }}
        onClose={() => setJoining(undefined)}
        onDone={() => profile.joined_into && navigate(paths.adminParent(profile.joined_into))}
      >
        {(other) => (
          <>
            <Text>
              What {other.full_name} has comes to this page: children with their cards, bookings, payments and
              balance, references, waiting lists and notes. Children of the same name and date of birth become
              one, with the newer answers.
            </Text>
            <Text>
              Logins stay. Where both families have one, the holder of this family stays its holder, and the
              other one becomes the second adult.
            </Text>
            <Text fontWeight="bold">This cannot be undone.</Text>
          </>
        )}
      </ConfirmByPassword>
      <ConfirmChange
        of={parting}
        title={(other) => `Are ${full_name} and ${other.full_name} two families?`}
        action={['Another Family', 'Saving...']}
        colorPalette="brand"
        send={({ id: otherId }) => callRoute(parentRoutes.notSameFamily, { params: { parentId, otherId } })}
        failure="Failed to save that they are two families"
        done="They stay two families"
        onClose={() => setParting(undefined)}
      >
        {() => <Text>Nothing changes in either. The hint goes from both pages and from To Do.</Text>}
      </ConfirmChange>
    </Stack>
  );
};
