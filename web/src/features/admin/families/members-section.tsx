import { useState } from 'react';
import { brand } from '#shared/brand';
import { type ParentDetails, parentRoutes } from '#shared/families/admin-routes';
import { familyRoleNames } from '#shared/families/members';
import { emailRequestSchema } from '#shared/lib/email';
import { TextField } from '../../../components/fields.tsx';
import { IdentityForm } from '../../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { businessDate, businessToday } from '../../../lib/time/today.ts';
import { ConfirmByPassword } from '../confirm-by-password.tsx';
import { ConfirmChange, useFocusOnceGone } from '../dialogs.tsx';
import { FormDialog } from '../form-dialogs.tsx';
import { everyRead } from '../queries.ts';

type Member = ParentDetails['members'][number];

/** Both are null for a deleted account. */
const listedPerson = (full_name: string | null, email: string | null): string =>
  [full_name, email].filter(Boolean).join(', ') || 'a deleted account';

export const MembersSection = ({ profile, members, typed, removed_logins, invitation }: ParentDetails) => {
  const [isInviting, setIsInviting] = useState(false);
  const [isDownloading, setIsDownloading] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const [isHanding, setIsHanding] = useState(false);
  const [removing, setRemoving] = useState<Member>();
  const heading = useFocusOnceGone<HTMLHeadingElement>(members.length);
  const adult = members.find(({ family_role }) => family_role === 'adult');
  const params = { parentId: profile.id };
  return (
    <Stack gap="3" align="start" _print={{ display: 'none' }}>
      <Heading ref={heading} tabIndex={-1} size="md">
        Adults
      </Heading>
      {members.length === 0 ? (
        <Text color="fg.muted">Nobody of this family has a login.</Text>
      ) : (
        <Stack as="ul" aria-label="Adults" gap="2" listStyleType="none" alignSelf="stretch">
          {members.map((member) => (
            <HStack as="li" key={member.id} wrap="wrap" columnGap="3" rowGap="1">
              <Text overflowWrap="anywhere">
                {member.full_name}, {familyRoleNames[member.family_role]}: {member.email},{' '}
                {member.phone_number}
              </Text>
              <Button
                type="button"
                variant="outline"
                size="sm"
                aria-label={`Not this person: ${member.full_name}`}
                onClick={() => setRemoving(member)}
              >
                Not This Person
              </Button>
            </HStack>
          ))}
        </Stack>
      )}
      {typed && (
        <Text color="fg.muted" overflowWrap="anywhere">
          The office had: {typed.full_name}, {typed.phone_number}
        </Text>
      )}
      {removed_logins.map(({ id, full_name, email, since, until }) => (
        <Text key={`${id} ${since}`} color="fg.muted" overflowWrap="anywhere">
          Not this person: {listedPerson(full_name, email)}, who saw the family from {businessDate(since)} to{' '}
          {businessDate(until)}.
        </Text>
      ))}
      {invitation && (
        <Text overflowWrap="anywhere">
          {invitation.email} is invited since {businessDate(invitation.invited_at)}.
        </Text>
      )}
      <Stack direction={{ base: 'column', sm: 'row' }} gap="3">
        {!profile.has_login && (
          <Button type="button" variant="outline" onClick={() => setIsInviting(true)}>
            {invitation ? 'Invite Again' : 'Invite the Family'}
          </Button>
        )}
        <Button type="button" variant="outline" onClick={() => setIsDownloading(true)}>
          Download Their Data
        </Button>
      </Stack>
      <Modal
        title={`Download the data of ${profile.full_name}`}
        isOpen={isDownloading}
        onClose={() => setIsDownloading(false)}
      >
        <IdentityForm
          send={() => callRoute(parentRoutes.downloadFamilyData, { params })}
          failure="Failed to download the data"
          changes={everyRead}
          onDone={(data) => {
            const name = `${brand.name.toLowerCase()}-family-data-${businessToday()}.json`;
            saveFile(name, JSON.stringify(data, null, 2));
            setIsDownloading(false);
          }}
          buttons={(isPending) => (
            <ModalButtons onCancel={() => setIsDownloading(false)}>
              <Button type="submit" colorPalette="accent" disabled={isPending}>
                {isPending ? 'Downloading...' : 'Download'}
              </Button>
            </ModalButtons>
          )}
        >
          <Text>
            One file for a family that asks what you store about it, with medical notes. Activity says that
            you downloaded it.
          </Text>
          {members.length > 0 && (
            <Text>
              They can download it themselves, in their profile. There they see who read their notes.
            </Text>
          )}
          {adult && <Text>Of {adult.full_name} it has the name alone.</Text>}
        </IdentityForm>
      </Modal>
      <FormDialog
        of={isInviting ? profile : undefined}
        title={({ full_name }) => `Invite ${full_name}`}
        schema={() => emailRequestSchema}
        values={({ email }) => ({ email })}
        send={(_, body) => callRoute(parentRoutes.inviteFamily, { params, body })}
        failure="Failed to invite the family"
        done="The invitation is on its way"
        action={['Send Invitation', 'Sending...']}
        onClose={() => setIsInviting(false)}
      >
        {(field) => (
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            hint="The link gives the family a login. A link before it ends."
            required
            {...field('email')}
          />
        )}
      </FormDialog>
      {adult && (
        <Stack direction={{ base: 'column', sm: 'row' }} gap="3">
          <Button type="button" variant="outline" onClick={() => setIsHanding(true)}>
            Make {adult.full_name} the Holder
          </Button>
          <Button type="button" variant="outline" color="danger.fg" onClick={() => setIsEnding(true)}>
            End Access of {adult.full_name}
          </Button>
        </Stack>
      )}
      <ConfirmChange
        of={isEnding ? adult : undefined}
        title={({ full_name }) => `End the access of ${full_name}?`}
        action={['End Access', 'Ending...']}
        colorPalette="danger"
        send={() => callRoute(parentRoutes.endAdultAccessOf, { params })}
        failure="Failed to end the access"
        done="Access ended"
        onClose={() => setIsEnding(false)}
      >
        {({ full_name }) => (
          <Text>
            It ends with the next request. The calendar links of {full_name} and the links in emails to that
            address end too. Those of the holder stay.
          </Text>
        )}
      </ConfirmChange>
      <ConfirmByPassword
        of={isHanding ? adult : undefined}
        title={({ full_name }) => `Make ${full_name} the holder?`}
        action={['Make Holder', 'Saving...']}
        colorPalette="accent"
        send={() => callRoute(parentRoutes.makeAdultHolder, { params })}
        failure="Failed to change the holder"
        done={{ title: 'Holder changed', description: 'Both get an email.' }}
        onClose={() => setIsHanding(false)}
      >
        {() => <Text>It counts at once: the holder of now becomes the second adult. Both get an email.</Text>}
      </ConfirmByPassword>
      <ConfirmByPassword
        of={removing}
        title={({ full_name }) => `Take the login of ${full_name} off this family?`}
        action={['Take Login Off', 'Taking off...']}
        colorPalette="danger"
        send={({ id: userId }) =>
          callRoute(parentRoutes.removeLogin, { params: { parentId: profile.id, userId } })
        }
        failure="Failed to take the login off"
        done={{ title: 'The login is off this family' }}
        onClose={() => setRemoving(undefined)}
      >
        {({ full_name, email }) => (
          <>
            <Text>
              For an account of somebody else. The login of {full_name}, {email}, stays, without this family.
              Its sessions, its calendar links and the links in emails to it end.
            </Text>
            <Text>
              {members.length > 1
                ? 'The family keeps everything. The other adult is its holder then.'
                : 'The family keeps everything, and you can invite it again.'}
            </Text>
          </>
        )}
      </ConfirmByPassword>
    </Stack>
  );
};
