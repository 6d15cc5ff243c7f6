import { Link as RouterLink, useLocation } from 'react-router-dom';
import { newsletterConsent } from '#shared/consents';
import { paths } from '#shared/paths';
import { NewsletterForm } from '../../../components/newsletter-form.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { confirmNewsletter } from '../../../lib/api/links-requests.ts';
import { LinkScreen } from './newsletter-link-screen.tsx';

export const NewsletterConfirmScreen = () => {
  const { hash } = useLocation();
  return (
    <LinkScreen
      before={{ title: 'Confirm your email', text: newsletterConsent }}
      action={['Yes, send me news', 'Confirming...']}
      send={() => confirmNewsletter(hash.slice(1))}
      failure="Your address could not be confirmed. Please try again."
      after={{ title: 'You are on the list', text: 'We will write when there are new classes.' }}
      more={(isDone) =>
        isDone ? (
          <Link asChild alignSelf="start">
            <RouterLink to={paths.bookCamp}>See the classes</RouterLink>
          </Link>
        ) : (
          <NewsletterForm label="Send me a new link" />
        )
      }
    />
  );
};
