/* Reads that remember where they found what they read.

   mypyc reads a field of a Struct as of any object, by its name, and names of other modules from a dictionary, every
   time; Python's own interpreter remembers at each place of the code where they lie. So does this, and compares the
   versions of type and dictionary, which change whenever anything about them does. */
#if defined(__GNUC__) && !defined(Py_GIL_DISABLED)
#include <structmember.h>

typedef struct {
    PyTypeObject *type;
    PyObject *name; /* a reference of our own, so that no other name can come to lie there */
    unsigned int version;
    Py_ssize_t offset;
} KnownField;

static inline PyObject *held(PyObject *one, Py_ssize_t offset) {
    return *(PyObject **)((char *)one + offset);
}

static __attribute__((noinline)) PyObject *sought_field(PyObject *one, PyObject *name, KnownField *known) {
    PyTypeObject *type = Py_TYPE(one);
    PyObject *found = type->tp_getattro == PyObject_GenericGetAttr ? _PyType_Lookup(type, name) : NULL;
    if (found && Py_IS_TYPE(found, &PyMemberDescr_Type) && type->tp_version_tag) {
        PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
        if (member->type == T_OBJECT_EX && !(member->flags & READ_RESTRICTED)) {
            Py_XSETREF(known->name, Py_NewRef(name));
            known->type = type;
            known->version = type->tp_version_tag;
            known->offset = member->offset;
            if (held(one, member->offset)) {
                return Py_NewRef(held(one, member->offset));
            }
        }
    }
    return PyObject_GetAttr(one, name);
}

static inline PyObject *field(PyObject *one, PyObject *name, KnownField *known) {
    PyTypeObject *type = Py_TYPE(one);
    if (likely(type == known->type && type->tp_version_tag == known->version && name == known->name)) {
        PyObject *found = held(one, known->offset);
        if (likely(found != NULL)) {
            return Py_NewRef(found);
        }
    }
    return sought_field(one, name, known);
}

#undef CPyObject_GetAttr
#define CPyObject_GetAttr(one, name) \
    ({ static KnownField known; field(one, name, &known); })

#if PY_VERSION_HEX < 0x030E0000 /* later dictionaries have no version */
typedef struct {
    PyObject *dict;
    PyObject *key; /* a reference of our own, likewise */
    PyObject *value;
    uint64_t version;
} KnownItem;

static inline PyObject *item(PyObject *dict, PyObject *key, KnownItem *known) {
    if (likely(dict == known->dict && key == known->key && ((PyDictObject *)dict)->ma_version_tag == known->version)) {
        return Py_NewRef(known->value); /* an unchanged dictionary still holds it */
    }
    PyObject *found = CPyDict_GetItem(dict, key);
    if (found && PyDict_CheckExact(dict)) {
        Py_XSETREF(known->key, Py_NewRef(key));
        known->dict = dict;
        known->value = found;
        known->version = ((PyDictObject *)dict)->ma_version_tag;
    }
    return found;
}

#define CPyDict_GetItem(dict, key) \
    ({ static KnownItem known; item(dict, key, &known); })
#endif
#endif
