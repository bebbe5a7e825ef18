import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IContainer } from 'kubernetes-models/v1';
import type { KubernetesObject } from './helm.ts';

export type Deployment = KubernetesObject & IDeployment;

export const isKind =
  <Object extends KubernetesObject>(kind: string) =>
  (object: KubernetesObject): object is Object =>
    object.kind === kind;

export function getContainer(deployment: Deployment): IContainer {
  const [container] = deployment.spec?.template.spec?.containers ?? [];
  if (!container) throw new Error(`${deployment.metadata.name} has no container`);
  return container;
}

const SECRETS = '/run/secrets/petart/';

/**
 * The variables of the container, with the secrets of `values`. A secret that is mounted as a file is written by `writeSecret`, which returns
 * its path.
 */
export function getVariables(
  deployment: Deployment,
  values: Record<string, string>,
  writeSecret: (name: string, value: string) => string,
): Record<string, string> {
  const getSecret = (name: string): string => values[name] ?? '';
  const entries = (getContainer(deployment).env ?? []).map(({ name, value, valueFrom }) => {
    if (valueFrom) return [name, getSecret(name)];
    if (!value?.startsWith(SECRETS)) return [name, value ?? ''];
    const secret = value.slice(SECRETS.length);
    return [name, writeSecret(secret, getSecret(secret))];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
