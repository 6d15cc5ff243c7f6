import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { brand } from '#shared/brand';
import { familyRoutes } from '#shared/contract/family-routes';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { businessToday } from '../../lib/time/today.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** Download of all stored data of the family, and deletion of the account. */
export const PrivacySection = () => {
  const headingId = useId();
  const [isDeleting, setIsDeleting] = useState(false);
  const download = useSubmission({
    send: () => callRoute(familyRoutes.exportMyData, {}),
    failure: 'Failed to download your data',
    onDone: (data) =>
      saveFile(`${brand.name.toLowerCase()}-my-data-${businessToday()}.json`, JSON.stringify(data, null, 2)),
  });
  return (
    <section aria-labelledby={headingId}>
      <Card p={{ base: '4', md: '6' }}>
        <Stack gap="4" align="start">
          <Heading id={headingId} size="md">
            Your Data
          </Heading>
          <Text>One file with all that we store about your family: details, children and bookings.</Text>
          <Button
            type="button"
            variant="outline"
            disabled={download.isPending}
            onClick={() => download.submit(undefined)}
          >
            <Download size="1.2em" aria-hidden />
            Download my data
          </Button>
          <Text borderTopWidth="1px" borderColor="border" pt="4" alignSelf="stretch">
            Deleting your account deletes your details and your children, and gives back every place you have
            booked.
          </Text>
          <Button type="button" variant="outline" color="danger.fg" onClick={() => setIsDeleting(true)}>
            Delete my account
          </Button>
        </Stack>
      </Card>
      <DeleteAccountDialog isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </section>
  );
};
