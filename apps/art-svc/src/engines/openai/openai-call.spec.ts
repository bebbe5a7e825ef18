import { DomainError } from '@shop/contracts-common';
import OpenAI from 'openai';
import { ApiCall } from './openai-call.js';

const DECLINED = new DomainError('PHOTO_OR_PROMPT_DECLINED', 'impossible', 'Declined.');
const toCall = (details: object) =>
  new ApiCall('gpt-image-2.6-flare').toFailedCall(
    OpenAI.APIError.generate(400, { error: { code: 'moderation_blocked', ...details } }, undefined, new Headers()),
    DECLINED,
  );

describe('a declined call costs', () => {
  it('nothing, if photo or prompt were declined before drawing', () => {
    expect(toCall({ moderation_details: { moderation_stage: 'input' } })).toMatchObject({
      outcome: 'declined',
      costMicroUsd: 0,
    });
  });

  it('an unknown sum, if the drawn picture was declined', () => {
    expect(toCall({ moderation_details: { moderation_stage: 'output' } }).costMicroUsd).toBeNull();
    expect(toCall({}).costMicroUsd).toBeNull();
  });

  it('what the answer reports', () => {
    const usage = {
      input_tokens: 1_300,
      input_tokens_details: { text_tokens: 300, image_tokens: 1_000 },
      output_tokens: 2_000,
    };
    expect(toCall({ moderation_details: { moderation_stage: 'output' }, usage }).costMicroUsd).toBe(69_500);
  });
});
