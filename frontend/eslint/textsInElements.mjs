/**
 * A text is the only child of an element, never the sibling of another child.
 *
 * The page translation of browsers replaces each text node by an element, without React's knowledge. React then throws when it inserts a sibling
 * before that text or removes it, and a new text changes nothing on the screen. A text that is an only child is set as the content of its
 * parent, whatever that contains.
 *
 * Without types, an expression counts as a text unless it visibly makes elements. Props, variables and functions of the same file count by
 * their names: a prop holds elements if its type consists of `Elements` or `ReactElement`.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const textsInElements = {
  meta: {
    type: 'problem',
    docs: { description: 'require an element of its own for each text' },
    messages: {
      sibling:
        'A translated page fails at a text beside other children. Put it into an element of its own, or give the prop the type Elements.',
      component: 'A translated page fails at a text without an element. Return an element.',
    },
    schema: [],
  },
  create(context) {
    /** What names of this file stand for: a type, an initial value, or a function. @type {Map<string, any[]>} */
    const meanings = new Map();
    /** @type {any[]} */
    const parents = [];
    /** @type {any[]} */
    const components = [];

    const learn = (/** @type {any} */ name, /** @type {any} */ meaning) => {
      if (name && meaning) {
        meanings.set(name, [...(meanings.get(name) ?? []), meaning]);
      }
    };
    const asked = new Set();
    const means = (/** @type {any} */ name, /** @type {(meaning: any) => boolean} */ test) => {
      if (asked.has(name)) {
        return false;
      }
      asked.add(name);
      const isMeant = meanings.get(name)?.every(test) ?? false;
      asked.delete(name);
      return isMeant;
    };

    const isTypeOfElements = (/** @type {any} */ type) => {
      const parts = type.type === 'TSUnionType' ? type.types : [type];
      return parts.every((/** @type {any} */ part) =>
        /^(Elements|ReactElement|undefined|null|false)$/.test(context.sourceCode.getText(part)),
      );
    };

    /** @type {(node: any) => boolean} */
    const makesElements = (node) => {
      switch (node.type) {
        case 'JSXElement':
        case 'JSXFragment':
          return true;
        case 'Literal':
          return typeof node.value !== 'string' && typeof node.value !== 'number';
        case 'LogicalExpression':
          return (node.operator === '&&' || makesElements(node.left)) && makesElements(node.right);
        case 'ConditionalExpression':
          return makesElements(node.consequent) && makesElements(node.alternate);
        case 'Identifier':
          return node.name === 'undefined' || means(node.name, holdsElements);
        case 'MemberExpression':
          return means(node.property.name, holdsElements);
        case 'CallExpression':
          return node.callee.property?.name === 'map'
            ? returnsElements(node.arguments[0])
            : node.callee.name === 'createPortal' || means(node.callee.name, returnsElements);
        default:
          return false;
      }
    };
    const holdsElements = (/** @type {any} */ meaning) =>
      meaning.type.startsWith('TS') ? isTypeOfElements(meaning) : makesElements(meaning);

    /** @type {(node: any) => boolean} */
    const returnsElements = (node) => {
      if (node.type === 'TSFunctionType') {
        return isTypeOfElements(node.returnType.typeAnnotation);
      }
      return node.body?.type === 'BlockStatement'
        ? returnedBy(node.body).every(makesElements)
        : node.type === 'ArrowFunctionExpression' && makesElements(node.body);
    };

    /** @type {(statement: any) => any[]} */
    const returnedBy = (statement) => {
      switch (statement?.type) {
        case 'ReturnStatement':
          return statement.argument ? [statement.argument] : [];
        case 'BlockStatement':
          return statement.body.flatMap(returnedBy);
        case 'IfStatement':
          return [...returnedBy(statement.consequent), ...returnedBy(statement.alternate)];
        default:
          return [];
      }
    };

    const isConditional = (/** @type {any} */ child) =>
      child.type === 'JSXExpressionContainer' &&
      !['Literal', 'Identifier'].includes(child.expression.type);

    /** @type {(child: any) => 'text' | 'space' | 'elements' | 'nothing'} */
    const kindOf = (child) => {
      if (child.type === 'JSXText') {
        return child.value.trim() ? 'text' : child.value.includes('\n') ? 'nothing' : 'space';
      }
      if (child.type !== 'JSXExpressionContainer') {
        return 'elements';
      }
      const { expression } = child;
      if (expression.type === 'JSXEmptyExpression') {
        return 'nothing';
      }
      if (expression.type === 'Literal' && expression.value === ' ') {
        return 'space';
      }
      return makesElements(expression) ? 'elements' : 'text';
    };

    return {
      TSPropertySignature: (/** @type {any} */ { key, typeAnnotation }) => {
        learn(key.name, typeAnnotation?.typeAnnotation);
      },
      VariableDeclarator: (/** @type {any} */ { id, init }) => {
        learn(id.name, init);
      },
      FunctionDeclaration: (/** @type {any} */ node) => {
        learn(node.id?.name, node);
        if (/^[A-Z]/.test(node.id?.name ?? '')) {
          components.push(node);
        }
      },
      'JSXElement, JSXFragment': (/** @type {any} */ node) => {
        parents.push(node);
      },
      'Program:exit'() {
        for (const parent of parents) {
          const children = parent.children.filter(
            (/** @type {any} */ child) => kindOf(child) !== 'nothing',
          );
          const isOnlyChild = parent.type === 'JSXElement' && children.length === 1;
          const isFixed = !children.some(isConditional);
          for (const child of isOnlyChild ? [] : children) {
            const kind = kindOf(child);
            if (kind === 'text' || (kind === 'space' && !isFixed)) {
              context.report({ node: child, messageId: 'sibling' });
            }
          }
        }
        for (const { body } of components) {
          for (const returned of returnedBy(body)) {
            if (!makesElements(returned)) {
              context.report({ node: returned, messageId: 'component' });
            }
          }
        }
      },
    };
  },
};
