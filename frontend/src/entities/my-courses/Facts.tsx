import type { ReactNode } from 'react';

interface FactsProps {
  className: string | undefined;
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names with their values. What has no value is left out. */
export function Facts({ className, facts }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
