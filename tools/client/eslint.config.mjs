import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    rules: {
      "no-undef": "off", // tsc knows every name, those of browsers too
      "array-callback-return": "error",
      "consistent-return": "error",
      "dot-notation": "error",
      "eqeqeq": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-coercion": "error",
      "no-lonely-if": "error",
      "no-shadow": "error",
      "no-unneeded-ternary": "error",
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-arrow-callback": "error",
      "prefer-const": "error",
      "prefer-object-spread": "error",
      "prefer-template": "error",
      complexity: ["error", 16],
      "max-depth": ["error", 3],
      "max-len": ["error", 120],
      "max-params": ["error", 5],
    },
  },
];
