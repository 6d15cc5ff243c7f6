import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { cx } from '#styled-system/css';
import { EmptyPitch } from '../../../components/badge.tsx';
import { Screen } from '../../../components/screen.tsx';
import { listingLabels } from '../../../components/slot-box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { publicPages } from '../../../lib/pages/public-pages.ts';
import { ofVisitors, useIsVisitor } from '../../../lib/sign-in/sign-in.ts';
import { ClassList, ListingHeader } from './class-list.tsx';
import styles from './listing.module.css';

/** Asks visitors to sign up (PUB-34, PUB-35). */
const SignUpBanner = () => {
  const isHydrated = useIsHydrated();
  return (
    <div className={cx(styles.banner, isHydrated ? undefined : ofVisitors)}>
      <div className={styles.invitation}>
        <Heading size="md">Sign Up to Book Classes</Heading>
        <p>Save your children once, then book a place in two minutes.</p>
      </div>
      <Button asChild colorPalette="accent">
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
