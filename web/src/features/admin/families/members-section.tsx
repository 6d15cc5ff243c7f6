import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { brand } from '#shared/brand';
import { type ParentDetails, parentRoutes } from '#shared/families/admin-routes';
import { familyRoleNames } from '#shared/families/members';
import { emailRequestSchema } from '#shared/lib/email';
import { Button } from '../../../components/controls.tsx';
import { TextField } from '../../../components/fields.tsx';
import { IdentityForm } from '../../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Heading } from '../../../components/screen.tsx';
import { StyledButton } from '../../../components/styled.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { businessDate, businessToday } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ConfirmChange } from '../dialogs.tsx';
import { FormDialog } from '../form-dialogs.tsx';
import { everyRead } from '../queries.ts';

/** Who acts for the family by a login, and who is invited since when (ADT-02). */
export const MembersSection = ({ profile, members, invitation }: ParentDetails) => {
  const [isInviting, setIsInviting] = useState(false);
  const [isDownloading, setIsDownloading] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const [isHanding, setIsHanding] = useState(false);
  const adult = members.find(({ family_role }) => family_role === 'adult');
  const params = { parentId: profile.id };
  return (
    <Stack gap="3" align="start" _print={{ display: 'none' }}>
      <Heading size="md">Adults</Heading>
      {members.length === 0 && <Text color="fg.muted">Nobody of this family has a login.</Text>}
      <Stack as="ul" gap="1" listStyleType="none">
        {members.map(({ id, full_name, email, phone_number, family_role }) => (
          <Text as="li" key={id} overflowWrap="anywhere">
            {full_name}, {familyRoleNames[family_role]}: {email}, {phone_number}
          </Text>
        ))}
      </Stack>
      {invitation && (
        <Text overflowWrap="anywhere">
          {invitation.email} is invited since {businessDate(invitation.invited_at)}.
        </Text>
      )}
      <Stack direction={{ base: 'column', sm: 'row' }} gap="3">
        {profile.login === 'none' && members.length === 0 && (
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
              <Button type="submit" variant="accent" disabled={isPending}>
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
          <StyledButton type="button" variant="outline" color="danger.fg" onClick={() => setIsEnding(true)}>
            End Access of {adult.full_name}
          </StyledButton>
        </Stack>
      )}
      <ConfirmChange
        of={isEnding ? adult : undefined}
        title={({ full_name }) => `End the access of ${full_name}?`}
        action={['End Access', 'Ending...']}
        variant="danger"
        send={() => callRoute(parentRoutes.endAdultAccessOf, { params })}
        failure="Failed to end the access"
        done="Access ended"
        onClose={() => setIsEnding(false)}
      >
        {() => <Text>It ends with the next request, with calendar and links.</Text>}
      </ConfirmChange>
      <Modal
        title={`Make ${adult?.full_name ?? ''} the holder?`}
        isOpen={isHanding && adult !== undefined}
        onClose={() => setIsHanding(false)}
      >
        <IdentityForm
          send={() => callRoute(parentRoutes.makeAdultHolder, { params })}
          failure="Failed to change the holder"
          changes={everyRead}
          onDone={() => {
            setIsHanding(false);
            showToast({ type: 'success', title: 'Holder changed' });
          }}
          buttons={(isPending) => (
            <ModalButtons onCancel={() => setIsHanding(false)}>
              <Button type="submit" variant="accent" disabled={isPending}>
                {isPending ? 'Saving...' : 'Make Holder'}
              </Button>
            </ModalButtons>
          )}
        >
          <Text>The holder of now becomes the second adult, and is logged out everywhere.</Text>
        </IdentityForm>
      </Modal>
    </Stack>
  );
};
