import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { DownloadDataDialog } from './download-data-dialog.tsx';

/** Download of all stored data of the family, and deletion of the account. */
export const PrivacySection = () => {
  const headingId = useId();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isDownloading, setIsDownloading] = useState(false);
  return (
    <section aria-labelledby={headingId}>
      <Card p={{ base: '4', md: '6' }}>
        <Stack gap="4" align="start">
          <Heading id={headingId} size="md">
            Your Data
          </Heading>
          <Text>
            One file about your family: details, children, bookings and their history, charges and payments,
            and waiting lists. A newsletter that you receive is not in it.
          </Text>
          <Button type="button" variant="outline" onClick={() => setIsDownloading(true)}>
            <Download size="1.2em" aria-hidden />
            Download my data
          </Button>
          <Text borderTopWidth="1px" borderColor="border" pt="4" alignSelf="stretch">
            Deleting your account deletes your details and your children, gives back every place you have
            booked, and takes you off every waiting list.
          </Text>
          <Button type="button" variant="outline" color="danger.fg" onClick={() => setIsDeleting(true)}>
            Delete my account
          </Button>
        </Stack>
      </Card>
      <DownloadDataDialog isOpen={isDownloading} onClose={() => setIsDownloading(false)} />
      <DeleteAccountDialog isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </section>
  );
};
