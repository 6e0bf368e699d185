// Finds what AWS refuses in templates when it creates resources, by the schemas of CloudFormation's own engine, and by the rules
// of cdk-preflight, each of which was reproduced with AWS.
//
// Reads from standard input a JSON list of `{ "name", "path", "parameters" }`: a name, the path of a template as JSON, and the
// values of its parameters. Writes a JSON object: `rules`, how many of the pack were evaluated, and `findings`, by that name.

import { readFileSync } from 'node:fs';
import { RegoEngine, TemplateFile } from '@aws/cloudformation-validate';
import rulePack from 'cdk-preflight/lib/rules.generated.js';

const templates = JSON.parse(readFileSync(0, 'utf8'));
const types = new Set(
  templates.flatMap(({ path }) =>
    Object.values(JSON.parse(readFileSync(path, 'utf8')).Resources).map((resource) => resource.Type),
  ),
);
// Compiling a rule takes milliseconds, and four fifths of them are of resource types that are not there.
const rules = rulePack.BUNDLED_RULES.filter((rule) => rule.resourceTypes.some((type) => types.has(type)));
const engine = new RegoEngine({
  customRules: [...rulePack.BUNDLED_LIBS, ...rules].map(({ id, name = id, rego }) => ({ name, content: rego })),
});
const pack = new Set(rules.map(({ id }) => id));

const findings = templates.map(({ name, path, parameters }) => {
  const { diagnostics } = engine.validateStandard(new TemplateFile(path), {
    parameterOverrides: parameters,
    pseudoParameterOverrides: { region: 'eu-west-3' },
  });
  // Warnings of the engine are advice, as a linter gives. Warnings of the pack are refusals that a document describes.
  const refusals = diagnostics.filter(
    ({ ruleId, severity }) => severity === 'ERROR' || severity === 'FATAL' || pack.has(ruleId),
  );
  return [name, refusals.map(({ ruleId, entity, message }) => `${ruleId} ${entity?.logicalId}: ${message}`)];
});
console.log(JSON.stringify({ rules: rules.length, findings: Object.fromEntries(findings) }));
