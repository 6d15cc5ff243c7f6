import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { TriangleAlert } from 'lucide-react';
import { formatDate } from '#shared/domain/text/format';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import type { WaitingMark } from './coach-store.ts';
import { refusalTexts } from './coach-texts.ts';
import { useCoachWork } from './use-coach-work.ts';

/** Marks that the server did not take, each with the reason, until they were read (REG-05); nothing without any. */
export const RefusedMarks = ({ marks }: { readonly marks: readonly WaitingMark[] }) => {
  const { work } = useCoachWork();
  if (marks.length === 0) return null;
  return (
    <Notice tone="danger" icon={TriangleAlert} role="alert">
      <Stack gap="2">
        {marks.map(({ mark, name, session, refused }) => (
          <Text key={mark.id}>
            {name}, {formatDate(session.date)}: {refused && refusalTexts[refused]}
          </Text>
        ))}
        <HStack>
          <Button type="button" variant="outline" onClick={() => void work.dismiss(marks)}>
            I have noted it
          </Button>
        </HStack>
      </Stack>
    </Notice>
  );
};
