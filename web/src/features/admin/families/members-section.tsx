import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { ParentDetails } from '#shared/families/admin-routes';
import { familyRoleNames } from '#shared/families/members';
import { Button } from '../../../components/controls.tsx';
import { IdentityForm } from '../../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Heading } from '../../../components/screen.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ConfirmChange } from '../dialogs.tsx';
import { everyRead } from '../queries.ts';

/** Who acts for the family by a login, and who is invited since when (ADT-02). */
export const MembersSection = ({ profile, members, invitation }: ParentDetails) => {
  const [isEnding, setIsEnding] = useState(false);
  const [isHanding, setIsHanding] = useState(false);
  const adult = members.find(({ family_role }) => family_role === 'adult');
  const params = { parentId: profile.id };
  return (
    <Stack gap="3" align="start">
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
        variant="danger"
        send={() => callRoute(adminRoutes.endAdultAccessOf, { params })}
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
          send={() => callRoute(adminRoutes.makeAdultHolder, { params })}
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
