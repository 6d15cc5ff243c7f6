import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { submitLocally } from '../lib/forms/local-form.ts';
import { Button } from './button.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { TextField } from './text-field.tsx';

interface MessageFormProps {
  readonly withSubject?: boolean;
}

/** The contact form, validated by the browser (PUB-21, PUB-24, PUB-28 to PUB-30). */
export const MessageForm = ({ withSubject = false }: MessageFormProps) => {
  const submit = submitLocally({
    log: 'Contact form',
    title: 'Message Sent!',
    description: "We'll get back to you as soon as possible.",
  });
  return (
    <form method="dialog" onSubmit={submit}>
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField label="Name" name="name" autoComplete="name" required />
          <TextField label="Email" name="email" type="email" autoComplete="email" required />
        </SimpleGrid>
        {withSubject && <TextField label="Subject" name="subject" autoComplete="off" required />}
        <TextAreaField label="Message" name="message" rows={4} required />
        <Button type="submit" alignSelf={{ sm: 'start' }}>
          Send Message
        </Button>
      </Stack>
    </form>
  );
};
