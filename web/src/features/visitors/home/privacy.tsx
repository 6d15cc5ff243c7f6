import { brand } from '#shared/brand';
import { limits } from '#shared/limits';
import { policies } from '#shared/policies';
import { Heading } from '../../../components/ui/heading.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { HomeSection } from './sections.tsx';

const { legalName, contact } = brand;

const messages = policies.contactDelivery
  ? 'Your message is emailed to us and stored nowhere else.'
  : 'The message box sends and stores nothing.';

// These must agree with docs/personal-data.md.
const facts = [
  {
    title: 'What we keep',
    text: 'Your name, email and phone number, your children’s names, dates of birth and medical notes, the people to call for them, and which photos you allow, with when you answered and which text it had, your bookings, also ended ones, and the waiting lists you are on, with the places that were offered to you. Of your payments by bank: day, amount, and what you wrote on the transfer. Where you can pay by card, you do so on a page of Stripe, which gets the amount and your payment reference from us, and no name; of your card we see the kind and the last four digits. Coaches use them to run the sessions and for nothing else, and your profile shows who opened notes and contacts. What our own files said of your children (notes, a contact, the other parent) waits for your answer, and no coach sees it before. If you confirm the newsletter: your email, with when and to what you agreed.',
  },
  {
    title: 'How long',
    text: `Until you delete it: in your profile you can download what we keep of your family, remove a child or delete the account. Amounts that were charged, credited and paid stay without your name for ${policies.money.retentionYears} years, as our books require. Every newsletter has a link that deletes your address from its list; only a fingerprint of it stays, so that nobody puts it back. Notes and contacts of a child without a booking for twelve months go 30 days after an email that offers to keep them. What our own files said goes when you answer, or after ${policies.card.importedRetainedDays} days. An address that you do not confirm goes after ${limits.newsletterLinkHours} hours, the log of messages to families after ${limits.messageLogDays} days. Backups follow within 35 days.`,
  },
  {
    title: 'What we do not do',
    text: `No advertising, no tracking, no cookies. While you are logged in, this browser keeps your login, and your coming sessions so that you can see them without a connection. A sign-up that you have not sent stays in its tab until you close it, and a class that you chose before you logged in stays for a day. ${messages}`,
  },
] as const;

export const Privacy = () => (
  <HomeSection id="privacy" title="Your privacy">
    <SimpleGrid columns={{ base: 1, md: 3 }} gap={{ base: '5', md: '8' }}>
      {facts.map(({ title, text }) => (
        <div key={title}>
          <Heading as="h3" size="md" mb="2">
            {title}
          </Heading>
          <Text color="fg.muted">{text}</Text>
        </div>
      ))}
    </SimpleGrid>
    <Text mt="6" color="fg.muted">
      {legalName} is responsible for this data.{contact.email && ` Questions: ${contact.email}`}
    </Text>
  </HomeSection>
);
