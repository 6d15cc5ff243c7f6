import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { EmptyPitch } from '../../../components/badge.tsx';
import { Button, classNames } from '../../../components/controls.tsx';
import { Text } from '../../../components/plain.tsx';
import { Heading, Screen } from '../../../components/screen.tsx';
import { listingLabels } from '../../../components/slot-box.tsx';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { publicPages } from '../../../lib/pages/public-pages.ts';
import signInStyles from '../../../lib/sign-in/sign-in.module.css';
import { useIsVisitor } from '../../../lib/sign-in/sign-in.ts';
import { ClassList, ListingHeader } from './class-list.tsx';
import styles from './listing.module.css';

/** Asks visitors to sign up (PUB-34, PUB-35). */
const SignUpBanner = () => {
  const isHydrated = useIsHydrated();
  return (
    <div className={classNames(styles.banner, isHydrated ? undefined : signInStyles.ofVisitors)}>
      <div className={styles.invitation}>
        <Heading size="md">Sign Up to Book Classes</Heading>
        <p>Save your children once, then book a place in two minutes.</p>
      </div>
      <Button asChild variant="accent">
        <Link to={paths.signUp}>Sign Up / Log In</Link>
      </Button>
    </div>
  );
};

/** The public class listing (PUB-32). */
export const BookCampScreen = () => {
  const isVisitor = useIsVisitor();
  return (
    <Screen pageTitle={publicPages.bookCamp.title}>
      <div className={styles.screen}>
        <ListingHeader />
        {isVisitor && <SignUpBanner />}
        <ClassList
          labels={listingLabels}
          empty={
            <EmptyPitch>
              <Text fontSize="lg">No classes available at the moment. Check back soon!</Text>
            </EmptyPitch>
          }
        />
      </div>
    </Screen>
  );
};
