import { LoadFailure, useLazyComponent } from '@shop/web-kit';
import { Card, CardContent, CardHeader, CardTitle, Skeleton } from '@shop/web-ui';

/** Downloaded for admins only. */
export function SecondFactorSection(props: { state: string; email: string }) {
  const { Component, error, load } = useLazyComponent(
    () => import('./second-factor-settings.js').then((module) => module.SecondFactorSettings),
    true,
  );
  return (
    <Card>
      <CardHeader>
        <CardTitle asHeading="h2">Two-Step Sign-In</CardTitle>
      </CardHeader>
      <CardContent>
        {Component ? (
          <Component {...props} />
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void load()} />
        ) : (
          <Skeleton className="h-24" />
        )}
      </CardContent>
    </Card>
  );
}
