import { defineSemanticTokens } from '@chakra-ui/react/styled-system';
import { programmePalette, themePalette } from '#shared/palette';

const pair = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

const ofBoth = ({ light, dark }: { readonly light: string; readonly dark: string }) => pair(light, dark);

const programme = (
  { ground, text }: { readonly ground: string; readonly text: string },
  groundAtNight?: string,
) => ({
  solid: groundAtNight ? pair(ground, groundAtNight) : { value: ground },
  contrast: { value: text },
});

/**
 * Colours by purpose, for the light and the dark theme. Measured contrast: text at least 4.5:1 on its background,
 * control borders at least 3:1 (WCAG 2.2 AA).
 */
export const semanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      DEFAULT: ofBoth(themePalette.page),
      surface: ofBoth(themePalette.surface),
      subtle: ofBoth(themePalette.subtle),
    },
    fg: {
      DEFAULT: ofBoth(themePalette.text),
      muted: ofBoth(themePalette.muted),
    },
    border: {
      DEFAULT: ofBoth(themePalette.line),
      control: pair('#6F7F78', '#7F97AB'),
    },
    brand: {
      solid: pair('{colors.pitch.deep}', '{colors.pitch.night}'),
      hover: pair('{colors.pitch.deeper}', themePalette.link.dark),
      contrast: pair('{colors.white}', '{colors.navy}'),
      fg: ofBoth(themePalette.link),
      subtle: pair('#E2F3E8', '#123B33'),
      line: pair('#B9DEC7', '#2A6B57'),
    },
    accent: {
      solid: { value: '{colors.ball}' },
      hover: { value: '{colors.ballDark}' },
      contrast: { value: '{colors.navy}' },
    },
    danger: {
      solid: pair('{colors.coral}', '{colors.coralNight}'),
      hover: pair('#A93320', '#FFA490'),
      contrast: pair('{colors.white}', '{colors.navy}'),
      fg: pair('#B3331F', '#FF9B85'),
      subtle: pair('#FDEBE6', '#43231F'),
    },
    warning: {
      fg: pair('#6B4700', '#FFDD8A'),
      subtle: pair('#FFF3D1', '#3B2F0C'),
      line: pair('#E3A712', '#8F6F15'),
    },
    ground: {
      /** Background of the hero and the footer: dark in both themes, with light text. */
      pitch: pair('{colors.pitch.deep}', '#0A3B2A'),
      line: pair('#3C8563', '#2A6B57'),
      fg: { value: '{colors.chalk}' },
      muted: pair('#D3E8DB', '#B9D6C6'),
    },
    programme: {
      miniballerz: programme(programmePalette.miniballerz),
      juniorballerz: programme(programmePalette.juniorballerz),
      eliteballerz: programme(programmePalette.eliteballerz, '#2C5F93'),
    },
    focusRing: pair('{colors.pitch.deep}', '{colors.ball}'),
  },
  shadows: {
    card: pair(
      '0 1px 2px rgb(13 27 42 / 0.05), 0 6px 20px rgb(13 27 42 / 0.06)',
      '0 1px 2px rgb(0 0 0 / 0.3)',
    ),
    raised: pair('0 8px 30px rgb(13 27 42 / 0.16)', '0 8px 30px rgb(0 0 0 / 0.5)'),
  },
});
