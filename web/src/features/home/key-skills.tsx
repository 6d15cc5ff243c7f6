import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Brain, Crosshair, Dumbbell, Goal, Sparkles, Map as TacticsMap } from 'lucide-react';
import { Heading } from '../../components/heading.tsx';
import { HomeSection } from './home-section.tsx';

const skills = [
  { name: 'Technical', text: 'First touch, dribbling, passing and striking.', icon: Goal },
  { name: 'Tactical', text: 'Space, shape and when to release the ball.', icon: TacticsMap },
  { name: 'Mental', text: 'Focus, patience and bouncing back.', icon: Brain },
  { name: 'Physical Conditioning', text: 'Balance, speed and stamina, at their age.', icon: Dumbbell },
  { name: 'Confidence Building', text: 'Every child on the ball, every session.', icon: Sparkles },
  { name: 'Position Specific', text: 'From keeper to striker, each role in detail.', icon: Crosshair },
] as const;

/** The skills that the classes teach (PUB-18). */
export const KeySkills = () => (
  <HomeSection title="Six key skills">
    <SkillGrid>
      {skills.map(({ name, text, icon: Icon }) => (
        <HStack key={name} as="li" gap="4" align="start">
          <SkillIcon>
            <Icon size="1.5em" aria-hidden />
          </SkillIcon>
          <div>
            <Heading as="h3" size="md">
              {name}
            </Heading>
            <Text color="fg.muted" lineHeight="heading" mt="1" textWrap="balance">
              {text}
            </Text>
          </div>
        </HStack>
      ))}
    </SkillGrid>
  </HomeSection>
);

const SkillGrid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      sm: 'repeat(2, minmax(0, 1fr))',
      lg: 'repeat(3, minmax(0, 1fr))',
    },
    columnGap: '8',
    rowGap: { base: '5', md: '8' },
    p: { base: '5', md: '8' },
    borderRadius: 'xl',
    borderWidth: '1px',
    borderColor: 'border',
    bg: 'bg.surface',
    boxShadow: 'card',
  },
});

const SkillIcon = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    boxSize: '12',
    borderRadius: 'lg',
    bg: 'brand.subtle',
    color: 'brand.fg',
  },
});
