import { useLocation } from 'react-router-dom';
import { NewsletterForm } from '../../../components/newsletter-form.tsx';
import { leaveNewsletter } from '../../../lib/api/links-requests.ts';
import { LinkScreen } from './newsletter-link-screen.tsx';

export const NewsletterLeaveScreen = () => {
  const { hash } = useLocation();
  const [reader = '', secret = ''] = hash.slice(1).split('.');
  return (
    <LinkScreen
      before={{
        title: 'Leave the newsletter?',
        text: 'You will get no more news. Emails about your bookings are not affected.',
      }}
      action={['Unsubscribe', 'Unsubscribing...']}
      send={() => leaveNewsletter(reader, secret)}
      failure="This link does not work. Please use the one of the latest email, or write to us."
      after={{ title: 'You are unsubscribed', text: 'You will get no more news. Your address is deleted.' }}
      more={(isDone) => isDone && <NewsletterForm label="Changed your mind? Come back with your email" />}
    />
  );
};
