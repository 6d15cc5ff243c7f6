import { Stack } from '@chakra-ui/react/stack';
import { UsersRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';

/** Shown to parents without children, who cannot book yet (BOK-09, BOK-10). */
export const NoChildren = () => (
  <Stack gap="4">
    <Notice tone="warning" icon={UsersRound}>
      You need to add children to your account before booking a class.
    </Notice>
    <Button asChild variant="accent" size="lg">
      <Link to={paths.parentProfile}>Add Children to Your Profile</Link>
    </Button>
  </Stack>
);
