import { rotatingSecretSchema } from './rotating-secret.js';

const VALUE = 'sixteen letters!';

it.each([
  [VALUE, true],
  [`${VALUE},another ${VALUE}`, true],
  ['too short', false],
  [`${VALUE},short`, false],
  [`${VALUE},`, false],
  [`${VALUE},${VALUE},${VALUE}`, false],
])('a secret %s is accepted: %s', (secret, expected) => {
  expect(rotatingSecretSchema.safeParse(secret).success).toBe(expected);
});
