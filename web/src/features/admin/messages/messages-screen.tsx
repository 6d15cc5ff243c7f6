import { Stack } from '@chakra-ui/react/stack';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { ComposeForm } from './compose-form.tsx';
import { MessageLog } from './message-log.tsx';

/** Messages to several recipients: a form for a new one, and the log (MSG-01, MSG-06). */
export const MessagesScreen = () => (
  <AreaScreen title="Messages">
    <Stack gap="6">
      <ComposeForm />
      <MessageLog />
    </Stack>
  </AreaScreen>
);
